import s from './PhoneWay.module.css'

/** The two digits that must be the same on both screens */
export function MatchNumber({ number }: { number: string }) {
  return <p className={s.number}>{number}</p>
}
