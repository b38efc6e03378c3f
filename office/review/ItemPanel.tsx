import type { Review, ReviewItem } from '#contract/calls/office/review.ts'
import { disputed } from '#contract/person/verdicts.ts'
import { classes } from '#ui/classes.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { SavedMark } from '#ui/feedback/SavedMark.tsx'
import { Icon } from '#ui/icons.tsx'
import { Tag } from '#ui/show/Tag.tsx'
import s from './ItemPanel.module.css'
import type { ReviewDesk } from './useReview.ts'
import { VerdictForm } from './VerdictForm.tsx'

type Props = {
  item: ReviewItem
  /** Items whose answers stand in the document of this photo */
  proved: readonly ReviewItem[]
  /** In one's own lease, and the item needs a verdict in this round */
  editable: boolean
  /** The lease has gone while the page was open: what was typed stays, and goes on being kept */
  lost: boolean
  /** What colleagues noted here and gave no verdict to */
  notes: Review['notes']
  desk: ReviewDesk
  /** «Верно» moves on */
  onRight(): void
}

/** One item: its answers, what was answered before, warnings, the verdict */
export function ItemPanel({ item, proved, editable, lost, notes, desk, onRight }: Props) {
  return (
    <article className={s.panel} aria-label={item.title}>
      <div className={s.top}>
        <h2>{item.title}</h2>
        {editable && <SavedMark state={desk.saving === 'offline' ? 'none' : desk.saving} />}
      </div>
      {item.warnings.length > 0 && (
        <Notice tone="warn">
          {item.warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </Notice>
      )}
      {item.media?.machine && item.media.machine !== 'none' && (
        <p className={s.soft}>{machineWords[item.media.machine]}</p>
      )}
      {disputedFirst(proved).map((each) => (
        <section key={each.step} aria-label={`Введено: ${each.title}`}>
          <h3 className={s.soft}>Введено: {each.title}</h3>
          <Answers item={each} />
        </section>
      ))}
      {proved.length === 0 && <Answers item={item} />}
      {notes.map(({ who, at, text }) => (
        <Notice key={`${who} ${at}`} title={`Заметка коллеги: ${who}`}>
          {text}
        </Notice>
      ))}
      {editable || lost ? (
        <VerdictForm
          item={item}
          held={editable}
          draft={desk.draftOf(item.step)}
          unkept={desk.saving === 'offline'}
          onChange={(change, commit) => desk.change(item.step, change, commit)}
          onRight={onRight}
        />
      ) : (
        !item.open && <p className={s.soft}>Принято в прошлый раз и с тех пор не менялось.</p>
      )}
    </article>
  )
}

type Row = ReviewItem['rows'][number]

const disputes = ({ rows }: ReviewItem) => Number(rows.some(disputed))
const disputedFirst = (items: readonly ReviewItem[]) => [...items].sort((a, b) => disputes(b) - disputes(a))

/** What bears a value out, and what speaks against it */
function Verdicts({ verdicts }: { verdicts: NonNullable<Row['verdicts']> }) {
  return (
    <ul className={s.verdicts}>
      {verdicts.map(({ by, agrees, words }) => (
        <li key={`${by} ${words}`}>
          {agrees ? (
            <span className={s.borneOut}>
              <Icon name="check" size={14} /> {words}
            </span>
          ) : (
            <Tag tone="bad">{words}</Tag>
          )}
        </li>
      ))}
    </ul>
  )
}

/** What came of reading the photo by machine, where the reviewer is to know it */
const machineWords = {
  read: 'Строка внизу паспорта прочитана машиной: её контрольные цифры верны.',
  unread: 'Машина не прочитала строку внизу паспорта: сверьте всё по снимку.',
  reading: 'Машина ещё читает паспорт.',
  none: '',
}

function Answers({ item: { rows, title } }: { item: ReviewItem }) {
  const compared = rows.some(({ before }) => before !== undefined)
  if (rows.length === 0) return <p className={s.soft}>Ответов в этом пункте нет, только снимки.</p>
  return (
    <table className={s.answers}>
      <caption className={s.caption}>{title}</caption>
      {compared && (
        <thead>
          <tr>
            <th scope="col">поле</th>
            <th scope="col">введено</th>
            <th scope="col">было</th>
          </tr>
        </thead>
      )}
      <tbody>
        {rows.map(({ label, value, before, verdicts }) => (
          <tr key={label} className={classes(before !== undefined && s.changed, disputed({ verdicts }) && s.disputed)}>
            <th scope="row">{label}</th>
            <td>
              {value}
              {verdicts && <Verdicts verdicts={verdicts} />}
            </td>
            {compared && <td className={s.was}>{before ?? '—'}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
