declare const brand: unique symbol

/** A plain value that only its own reader can make: `Brand<string, 'Phone'>` is a string, a string is no Phone. */
export type Brand<Value, Name extends string> = Value & { readonly [brand]: Name }
