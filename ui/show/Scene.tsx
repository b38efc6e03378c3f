import s from './Scene.module.css'

const sheet = (
  <>
    <rect className={s.back} x="46" y="16" width="58" height="76" rx="8" transform="rotate(-6 75 54)" />
    <rect className={s.sheet} x="50" y="12" width="62" height="82" rx="8" />
  </>
)

const lines = (ticked: number) =>
  [28, 44, 60, 76].map((y, number) => (
    <g key={y}>
      {number < ticked ? (
        <path className={s.tick} d={`m58 ${y} 3.500 3.500 6-6.500`} />
      ) : (
        <circle className={s.dot} cx="62" cy={y} r="3.500" />
      )}
      <path className={s.line} d={`M74 ${y}h${number % 2 ? 20 : 28}`} />
    </g>
  ))

const drawings = {
  /** Nothing was asked for yet */
  empty: (
    <>
      {sheet}
      {lines(0)}
      <g className={s.pen}>
        <path d="m118 74 5-13 22-22 8 8-22 22-13 5Z" />
        <path d="m139 45 8 8M123 61l8 8" />
      </g>
    </>
  ),
  /** A person reads what was sent */
  reading: (
    <>
      {sheet}
      {lines(2)}
      <g className={s.glass}>
        <circle cx="112" cy="58" r="17" />
        <path d="m124 70 15 15" />
      </g>
    </>
  ),
  /** All is read, the answer is on its way */
  deciding: (
    <>
      {sheet}
      {lines(4)}
      <g className={s.clock}>
        <circle cx="122" cy="70" r="18" />
        <path d="M122 59v11" />
        <path className={s.hand} d="M122 70h9" />
      </g>
    </>
  ),
  /** The money is on its way */
  sending: (
    <>
      <rect className={s.sheet} x="104" y="10" width="48" height="88" rx="10" />
      <path className={s.line} d="M121 90h14" />
      <g className={s.coin}>
        <circle cx="60" cy="54" r="19" />
        <path d="M56 66V43h7a6 6 0 0 1 0 12.500H51m0 5h14" />
      </g>
      <path className={s.way} d="M82 54h16m-5-5 5 5-5 5" />
    </>
  ),
} as const

export type SceneName = keyof typeof drawings

/** Every drawing there is */
export const scenes = Object.keys(drawings) as SceneName[]

/** A drawing for a state in which there is nothing to do but to begin or to wait. It says nothing the words beside it do not */
export function Scene({ of }: { readonly of: SceneName }) {
  return (
    <svg className={s.scene} viewBox="0 0 200 108" aria-hidden="true">
      {drawings[of]}
    </svg>
  )
}
