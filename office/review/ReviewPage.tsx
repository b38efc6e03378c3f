import { useEffect, useRef, useState } from 'react'
import type { Review } from '#contract/calls/office/review.ts'
import { classes } from '#ui/classes.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { useKeys } from '../keys/useKeys.ts'
import { useLive } from '../live.ts'
import { useTakeNext } from '../queue/takeNext.ts'
import { ConflictDialog } from './ConflictDialog.tsx'
import { Findings } from './Findings.tsx'
import { History } from './History.tsx'
import { ItemList } from './ItemList.tsx'
import { ItemPanel } from './ItemPanel.tsx'
import { nextUnmarked, notApprovable, notReturnable, unmarked } from './marks.ts'
import { type Asked, OutcomeDialog } from './OutcomeDialog.tsx'
import { Outcomes } from './Outcomes.tsx'
import { ReviewHead } from './ReviewHead.tsx'
import s from './ReviewPage.module.css'
import { Rights } from './Rights.tsx'
import { useLease } from './useLease.ts'
import { useOutcome } from './useOutcome.ts'
import type { ReviewDesk } from './useReview.ts'
import { Viewer } from './Viewer.tsx'

type Props = { readonly id: string; readonly desk: ReviewDesk; readonly review: Review }

/** The review of one request: items, pictures and answers side by side; every action has a key */
export function ReviewPage({ id, desk, review }: Props) {
  const { items } = review
  const { mine } = review.lease
  // pinned: marking the first item must not move on by itself
  const [chosen, setChosen] = useState(() => (unmarked(items)[0] ?? items[0])?.step)
  const [had, setHad] = useState(mine)
  if (mine && !had) setHad(true)
  const [asked, setAsked] = useState<Asked>(null)
  const [drawing, setDrawing] = useState(false)
  const shot = items.some(({ files }) => files.length > 0)
  const item = items.find(({ step }) => step === chosen) ?? items[0]
  const outcome = useOutcome(id, desk)
  // once an outcome is on its way there may be no lease any more, and what is heard of it is ours
  const held = mine && !outcome.busy
  /** The lease has gone while this page was open: keys stop, so that what is being typed does nothing else */
  const lost = had && !mine && !outcome.busy
  const lease = useLease(id, { ...review.lease, mine: held }, () => void desk.reload())
  const [, takeNext] = useTakeNext()
  useLive((ids) => {
    if (ids !== null && !ids.includes(id)) return
    if (held) lease.renew()
    else if (!outcome.busy) void desk.reload()
  })
  useOpening(desk, mine ? item : undefined)

  const choose = (step: number | undefined) => {
    setDrawing(false)
    if (step !== undefined) setChosen(step)
  }
  const walk = (by: number) => choose(items[items.findIndex(({ step }) => step === item?.step) + by]?.step)

  const approve = () => {
    const why = notApprovable(review)
    if (!why) return void outcome.approve()
    toast(why)
    choose(unmarked(items)[0]?.step)
  }
  const ask = (what: Exclude<Asked, null>) => {
    const why = what === 'return' ? notReturnable(review) : ''
    if (why) toast(why)
    else setAsked(what)
  }
  const take = () => (review.lease.holder && !mine ? setAsked('takeOver') : void desk.take())

  const common = { j: () => walk(1), k: () => walk(-1), arrowRight: () => walk(1), arrowLeft: () => walk(-1) }
  useKeys({
    ...(!drawing && common),
    ...(mine
      ? {
          a: approve,
          v: () => ask('return'),
          x: () => ask('refuse'),
          q: () => void outcome.release(),
        }
      : !lost && { t: take, n: takeNext }),
  })

  return (
    <main className={s.page}>
      <ReviewHead
        review={review}
        lease={lease}
        onTake={take}
        taking={desk.taking}
        onRelease={() => void outcome.release()}
        onTrouble={desk.trouble}
      />
      <Rights review={review} />
      <Findings review={review} />
      {review.refusal && <Notice title="Комментарий к отказу, для коллег">{review.refusal}</Notice>}
      <div className={s.panes}>
        <ItemList items={items} chosen={item?.step} onChoose={choose} />
        <section className={classes(s.pictures, !shot && s.few)} aria-label="Снимки, видео и история">
          {item && (
            <Viewer
              item={item}
              items={items}
              rectangle={desk.draftOf(item.step).rectangle}
              drawing={drawing}
              onDraw={setDrawing}
              onChoose={choose}
              onRectangle={mine && item.open ? (rectangle) => desk.change(item.step, { rectangle }) : undefined}
            />
          )}
          <History review={review} open={!shot} />
        </section>
        <section className={s.answers} aria-label="Ответы и отметка">
          {item && (
            <ItemPanel
              key={item.step}
              item={item}
              proved={items.filter(({ step }) => item.media?.proves.includes(step))}
              editable={mine && item.open}
              lost={lost && item.open}
              notes={review.notes.filter(({ step }) => step === item.step)}
              desk={desk}
              onRight={() => choose(nextUnmarked(items, item.step)?.step)}
            />
          )}
          {mine && <Outcomes review={review} busy={outcome.busy} onApprove={approve} onAsk={ask} />}
        </section>
      </div>
      <OutcomeDialog
        asked={asked}
        review={review}
        desk={desk}
        outcome={outcome}
        onTake={() => void desk.take()}
        onClose={() => setAsked(null)}
      />
      <ConflictDialog conflict={desk.conflict} onClose={desk.closeConflict} />
    </main>
  )
}

/** Looking at an item in one's own lease marks it opened, once for each version of the request */
function useOpening(desk: ReviewDesk, item: Review['items'][number] | undefined): void {
  const told = useRef(new Set<string>())
  const step = item?.open && !item.opened ? item.step : undefined
  const version = desk.review?.version
  const open = useRef(desk.opened)
  useEffect(() => {
    open.current = desk.opened
  })
  useEffect(() => {
    const key = `${step} ${version}`
    if (step === undefined || told.current.has(key)) return
    told.current.add(key)
    open.current(step)
  }, [step, version])
}
