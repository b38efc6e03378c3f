import { useEffect, useState } from 'react'
import { Soft } from '../frame/Stack.tsx'
import { Details } from '../show/Details.tsx'
import s from './PhoneWay.module.css'

/** The same step on the phone: the address as a QR code; the phone signs in by itself, this screen goes on when the photo is there */
export function PhoneWay() {
  if (!matchMedia('(min-width: 700px)').matches) return null
  return (
    <Details title="Продолжить на телефоне" lazy>
      <Soft>
        Наведите камеру телефона на код и войдите по своему номеру. Снимите там: здесь страница продолжит сама.
      </Soft>
      <Code address={`${location.origin}${location.pathname}`} />
    </Details>
  )
}

function Code({ address }: { address: string }) {
  const [rows, setRows] = useState<readonly (readonly boolean[])[]>([])
  useEffect(() => {
    void import('qr').then(({ default: encode }) => setRows(encode(address, 'raw')))
  }, [address])
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg className={s.code} viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={`QR-код: ${address}`}>
      <path d={path} />
    </svg>
  )
}
