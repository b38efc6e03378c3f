/** A value of an attribute: names, codes, counts; never what a person typed. */
export type Attributes = Readonly<Record<string, string | number>>

/** What a span stands for, by the numbers of OTLP. */
export const spanKinds = { internal: 1, server: 2, client: 3, consumer: 5 } as const
export type SpanKind = keyof typeof spanKinds

/** Something that took time, once it is over. */
export interface Finished {
  readonly traceId: string
  readonly spanId: string
  readonly parentId: string | undefined
  readonly name: string
  readonly kind: SpanKind
  /** Milliseconds since 1970, with fractions. */
  readonly start: number
  readonly end: number
  readonly attributes: Attributes
  readonly failed: boolean
}

export interface Tracing {
  /** Nothing is measured when nobody collects. */
  readonly on: boolean
  finish(span: Finished): void
  close(): Promise<void>
}

export const noTracing: Tracing = { on: false, finish: () => {}, close: async () => {} }

/** Milliseconds since 1970, finer than the clock's. */
export const preciseNow = (): number => performance.timeOrigin + performance.now()
