import type { ReactNode } from 'react'
import s from './Drawing.module.css'

/** Where to look: left of the address, under the page, in the settings of the system, in the menu of the window. */
export type Place = 'address' | 'bottom' | 'settings' | 'menu'

const words: Readonly<Record<Place, string>> = {
  address: 'Значок слева от адреса сайта; за ним переключатели камеры и микрофона',
  bottom: 'Значок страницы слева от адреса внизу экрана',
  settings: 'Список настроек телефона с переключателями камеры и микрофона',
  menu: 'Три точки в углу окна; в меню строка «Открыть в браузере»',
}

const line = (x: number, y: number, width: number) => <rect x={x} y={y} width={width} height="6" rx="3" />
const toggle = (x: number, y: number) => (
  <g className={s.sign}>
    <rect x={x} y={y} width="24" height="14" rx="7" />
    <circle className={s.knob} cx={x + 17} cy={y + 7} r="5" />
  </g>
)
const cameraRow = (x: number, y: number, width: number) => (
  <>
    <rect x={x} y={y} width="12" height="10" rx="2" />
    <path d={`M${x + 13} ${y + 4}l5-3v8l-5-3z`} />
    {line(x + 26, y + 2, width)}
  </>
)
const soundRow = (x: number, y: number, width: number) => (
  <>
    <rect x={x + 4} y={y - 1} width="6" height="9" rx="3" />
    <rect x={x + 3} y={y + 10} width="8" height="2" rx="1" />
    {line(x + 26, y + 2, width)}
  </>
)

const pictures: Readonly<Record<Place, ReactNode>> = {
  address: (
    <>
      <rect className={s.window} x="20" y="8" width="200" height="112" rx="10" />
      <rect className={s.bar} x="30" y="16" width="180" height="20" rx="10" />
      <circle className={s.sign} cx="42" cy="26" r="8" />
      <circle className={s.ring} cx="42" cy="26" r="13" />
      <g className={s.ink}>{line(58, 23, 90)}</g>
      <rect className={s.card} x="30" y="46" width="130" height="62" rx="8" />
      <g className={s.ink}>
        {cameraRow(40, 58, 44)}
        {soundRow(40, 84, 44)}
      </g>
      {toggle(126, 56)}
      {toggle(126, 82)}
    </>
  ),
  bottom: (
    <>
      <rect className={s.window} x="70" y="4" width="100" height="120" rx="14" />
      <g className={s.ink}>
        {line(84, 22, 60)}
        {line(84, 38, 72)}
        {line(84, 54, 48)}
      </g>
      <rect className={s.bar} x="78" y="94" width="84" height="20" rx="10" />
      <text className={s.letters} x="84" y="108">
        аА
      </text>
      <circle className={s.ring} cx="92" cy="104" r="14" />
      <g className={s.ink}>{line(112, 101, 38)}</g>
    </>
  ),
  settings: (
    <>
      <rect className={s.window} x="50" y="8" width="140" height="112" rx="12" />
      <g className={s.ink}>{line(64, 24, 60)}</g>
      <rect className={s.card} x="60" y="42" width="120" height="64" rx="8" />
      <g className={s.ink}>
        {cameraRow(70, 55, 36)}
        {soundRow(70, 83, 36)}
      </g>
      {toggle(146, 53)}
      {toggle(146, 81)}
    </>
  ),
  menu: (
    <>
      <rect className={s.window} x="50" y="8" width="140" height="112" rx="12" />
      <g className={s.ink}>{line(64, 22, 50)}</g>
      <g className={s.sign}>
        <circle cx="168" cy="18" r="2.5" />
        <circle cx="168" cy="26" r="2.5" />
        <circle cx="168" cy="34" r="2.5" />
      </g>
      <circle className={s.ring} cx="168" cy="26" r="14" />
      <rect className={s.card} x="86" y="46" width="96" height="62" rx="8" />
      <g className={s.ink}>
        {line(96, 58, 50)}
        {line(96, 94, 40)}
      </g>
      <rect className={s.chosen} x="90" y="70" width="88" height="18" rx="6" />
      <g className={s.sign}>{line(96, 76, 66)}</g>
    </>
  ),
}

/** A small drawing of the place the steps speak of */
export function Drawing({ place }: { place: Place }) {
  return (
    <svg className={s.drawing} viewBox="0 0 240 128" role="img" aria-label={words[place]}>
      {pictures[place]}
    </svg>
  )
}
