import type { Remark } from '#contract/request.ts'
import { Notice } from '../feedback/Notice.tsx'
import s from './ReturnedPhoto.module.css'

/** Why a photo came back: the reason, the photo itself, and the frame around what is wrong with it */
export function ReturnedPhoto({ remark: { reason, comment, file, rectangle } }: { remark: Remark }) {
  return (
    <Notice tone="warn" title={reason}>
      {comment}
      {file && (
        <figure className={s.photo}>
          <img
            src={`/service/uploads/${file}/file`}
            alt={rectangle ? 'Прошлый снимок, рамкой обведено, что не так' : 'Прошлый снимок'}
          />
          {rectangle && (
            <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
              <rect {...rectangle} className={s.under} />
              <rect {...rectangle} className={s.frame} />
            </svg>
          )}
        </figure>
      )}
    </Notice>
  )
}
