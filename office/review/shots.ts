import type { ReviewItem } from '#contract/calls/office/review.ts'

/** A picture or video of the request */
export interface Shot {
  readonly id: string
  readonly step: number
  readonly title: string
  readonly video: boolean
  /** Of the round before */
  readonly before: boolean
  readonly address: string
}

/** Everything that was shot, in the order of the items */
export function shotsOf(items: readonly ReviewItem[]): readonly Shot[] {
  return items.flatMap(({ step, title, files }) =>
    files.map(({ id, type, before }) => ({
      id,
      step,
      title: before ? `${title}, было` : title,
      video: type.startsWith('video/'),
      before,
      address: `/service/office/files/${encodeURIComponent(id)}`,
    })),
  )
}

/** What a picture is held against: the one before it, else (a selfie) the first other picture, usually the passport */
export function toCompare(shot: Shot, shots: readonly Shot[]): Shot | undefined {
  const others = shots.filter(({ id, video }) => id !== shot.id && !video)
  return others.find(({ step }) => step === shot.step) ?? others[0]
}

/** The pictures an item is judged by: its own, else those of the document its values stand in */
export function ownShots(item: ReviewItem, items: readonly ReviewItem[], shots: readonly Shot[]): readonly Shot[] {
  const own = shots.filter(({ step }) => step === item.step)
  if (own.length > 0) return own
  const document = items.find(({ media }) => media?.proves.includes(item.step))
  return shots.filter(({ step }) => step === document?.step)
}
