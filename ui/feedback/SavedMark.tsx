import { Icon } from '../icons.tsx'
import s from './SavedMark.module.css'

export type SavedState = 'saved' | 'saving' | 'offline' | 'none'

const words: Readonly<Record<SavedState, string>> = {
  saved: 'Сохранено',
  saving: 'Сохраняем…',
  offline: 'Нет связи, сохранено на телефоне',
  none: '',
}

/** What has become of the typed so far. Keeps its line when there is nothing to say yet */
export function SavedMark({ state }: { state: SavedState }) {
  return (
    <p className={s.mark} role="status">
      {state === 'offline' ? (
        <Icon name="offline" size={16} />
      ) : (
        state !== 'none' && <span className={state === 'saving' ? s.saving : s.dot} />
      )}
      {words[state]}
    </p>
  )
}
