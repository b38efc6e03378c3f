import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { takeRequest } from '#contract/calls/office/queue.ts'
import {
  markOpened,
  openReview,
  type Review,
  saveVerdict,
  type Typed,
  type Verdict,
} from '#contract/calls/office/review.ts'
import { CallError } from '#ui/callError.ts'
import { toast } from '#ui/feedback/toast.ts'
import { useAct } from '#ui/useAct.ts'
import { makeCall } from '../calls.ts'
import { useRead } from '../useRead.ts'
import { type Draft, same, whole } from './marks.ts'
import { useTyped } from './useTyped.ts'

/** What happened since the version on the screen, in words of the journal */
export interface Conflict {
  readonly changes: readonly { readonly at: string; readonly who: string; readonly what: string }[]
}

export type Saving = 'none' | 'saving' | 'saved' | 'offline'

const tryAgainAfter = 5000

/** One request under review: what the server knows, what is marked but not kept yet, and how both come together */
export function useReview(id: string) {
  const { data: review, error, mutate } = useRead(openReview, { params: { id } }, { once: true })
  const { typed, change: type, forget } = useTyped(id, review?.typed)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [saving, setSaving] = useState<Saving>('none')
  const waiting = useRef(new Map<number, Verdict>())
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const reading = useRef<Promise<void> | null>(null)
  const latest = useRef<Review | undefined>(undefined)
  const words = useRef(typed)
  useLayoutEffect(() => {
    latest.current = review
    words.current = typed
  })
  useForgetting(id)

  const patchItem = (step: number, change: Partial<Review['items'][number]>) =>
    mutate(
      (now) => now && { ...now, items: now.items.map((item) => (item.step === step ? { ...item, ...change } : item)) },
      { revalidate: false },
    )

  /** Verdicts that could not be kept, once more */
  const keepWaiting = () => {
    if (!latest.current?.lease.mine) return
    for (const [step, verdict] of [...waiting.current]) void keep(step, verdict)
  }

  /** Reads the request again, once however many ask: every opening is in the journal. What was not kept goes with the new version */
  const reload = () => {
    reading.current ??= mutate()
      .then((fresh) => {
        latest.current = fresh ?? latest.current
        keepWaiting()
      })
      .finally(() => {
        reading.current = null
      })
    return reading.current
  }

  /** What to do about a refused write: a conflict is shown, a lost lease is shown by the page itself */
  const trouble = (failure: unknown) => {
    if (!(failure instanceof CallError)) throw failure
    if (failure.code === 'version_conflict') {
      setConflict({ changes: (failure.details.changes ?? []) as Conflict['changes'] })
    } else if (failure.code === 'lease_lost' || failure.code === 'state_conflict') {
      // several writes may find out one after the other: it is said once
      if (latest.current?.lease.mine && !reading.current) toast(failure.message)
      void reload()
    } else toast(failure.message)
  }

  const taking = useAct(trouble)

  const keep = (step: number, verdict: Verdict) => {
    waiting.current.set(step, verdict)
    setSaving('saving')
    void patchItem(step, { verdict })
    line.current = line.current.then(async () => {
      if (waiting.current.get(step) !== verdict) return
      try {
        const version = latest.current?.version ?? 0
        const params = { id, step: String(step) }
        await makeCall(saveVerdict, { params, body: { version, verdict } })
        if (waiting.current.get(step) === verdict) {
          waiting.current.delete(step)
          finished(step, verdict)
        }
        setSaving(waiting.current.size > 0 ? 'saving' : 'saved')
      } catch (failure) {
        setSaving('offline')
        type(words.current)
        trouble(failure)
      }
    })
    return line.current
  }

  /** What is a verdict now need not be kept as words any more */
  const finished = (step: number, verdict: Verdict) => {
    const { [step]: draft, ...others } = words.current.items
    if (draft && same(draft, verdict)) type({ ...words.current, items: others })
  }

  const again = useRef({ keepWaiting, keep })
  useEffect(() => {
    again.current = { keepWaiting, keep }
  })

  // words that were whole and did not reach the server as a verdict: the page was left, or the lease was lost
  const held = review?.lease.mine ?? false
  const taken = useRef(false)
  useEffect(() => {
    if (held && !taken.current)
      for (const [step, draft] of Object.entries(words.current.items)) {
        const verdict = whole(draft)
        const item = latest.current?.items.find((each) => each.step === Number(step))
        if (verdict && item?.open && !item.verdict) void again.current.keep(Number(step), verdict)
      }
    taken.current = held
  }, [held])

  useEffect(() => {
    if (saving !== 'offline' || conflict) return
    const timer = setTimeout(() => again.current.keepWaiting(), tryAgainAfter)
    return () => clearTimeout(timer)
  }, [saving, conflict])

  const verdictOf = (step: number) => review?.items.find((item) => item.step === step)?.verdict

  /** A verdict in the making stands before the one that is kept; a note alone stands beside it */
  const draftOf = (step: number): Draft => {
    const draft = typed.items[step]
    return draft?.verdict ? draft : { ...verdictOf(step), ...draft }
  }

  return {
    review,
    error,
    conflict,
    saving,
    reload,
    trouble,
    draftOf,

    refusal: typed.refusal ?? {},
    changeRefusal: (refusal: NonNullable<Typed['refusal']>) => type({ ...words.current, refusal }),
    /** The review has ended: nothing that was typed is left */
    forget,

    /** Everything opened and marked has reached the server, or has been refused */
    settled: () => line.current,

    closeConflict() {
      setConflict(null)
      void reload()
    },

    /** Notes the change; keeps the verdict at once when it is whole, or on `commit` for words being typed */
    change(step: number, change: Draft, commit = true) {
      const draft = { ...draftOf(step), ...change }
      const verdict = whole(draft)
      const differs = !same(verdictOf(step), verdict)
      const keeps = commit && verdict !== null && held && differs
      const { [step]: _before, ...others } = words.current.items
      // words that only repeat the verdict would stand before a later one of a colleague
      const says = differs || verdict === null
      words.current = { ...words.current, items: says ? { ...others, [step]: draft } : others }
      type(words.current, keeps ? 'unless kept' : 'soon')
      if (keeps) void keep(step, verdict)
    },

    opened(step: number) {
      void patchItem(step, { opened: true })
      line.current = line.current.then(() =>
        makeCall(markOpened, { params: { id, step: String(step) } }).catch(trouble),
      )
    },

    taking: taking.busy,
    take: () =>
      taking.act(async () => {
        await makeCall(takeRequest, { params: { id } })
        await reload()
      }),
  }
}

export type ReviewDesk = ReturnType<typeof useReview>

/** Personal data does not stay in memory after the page is left */
function useForgetting(id: string): void {
  const { cache } = useSWRConfig()
  useEffect(
    () => () => {
      for (const key of [...cache.keys()]) if (key.includes(openReview.name) && key.includes(id)) cache.delete(key)
    },
    [cache, id],
  )
}
