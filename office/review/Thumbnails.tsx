import { Icon } from '#ui/icons.tsx'
import type { Shot } from './shots.ts'
import s from './Viewer.module.css'

type Props = { shots: readonly Shot[]; chosen: string | undefined; onPick(shot: Shot): void }

/** Every picture of the request, small */
export function Thumbnails({ shots, chosen, onPick }: Props) {
  return (
    <ul className={s.thumbnails}>
      {shots.map((shot) => (
        <li key={shot.id}>
          <button
            type="button"
            aria-label={shot.title}
            aria-current={shot.id === chosen ? 'true' : undefined}
            onClick={() => onPick(shot)}
          >
            {shot.video ? (
              <Icon name="video" size={26} />
            ) : (
              <img src={`${shot.address}?small=1`} alt="" loading="lazy" />
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}
