/** An object whose every field is what `read` says of it now. Taken apart or copied, it stands still: so read it where it is used. */
export function liveView<T extends object>(read: () => T): T {
  const view = {} as T
  for (const name of Object.keys(read()) as (keyof T)[])
    Object.defineProperty(view, name, { enumerable: true, get: () => read()[name] })
  return view
}
