import { useEffect, useRef, useState } from 'react'
import { saveDraft } from '#contract/calls/requests.ts'
import { broughtUp } from '#contract/drafts.ts'
import type { KeptStep } from '#contract/request.ts'
import type { Raw, StepDefinition } from '#contract/step.ts'
import { CallError } from '#ui/callError.ts'
import { makeCall } from '../calls.ts'
import { type Autosave, type AutosaveState, createAutosave, type SaveResult } from './autosave.ts'
import { keepDrafted, keptStep } from './detail.ts'
import { dropDraft, dropSaved, foreseenEmpty, keepDraft, readDraft } from './keptDrafts.ts'

type DraftParts = { requestId: string; step: StepDefinition; kept: KeptStep | undefined }

const nothing: Raw = {}

/**
 * What was typed on a step: from the server, or from this device where it never reached the server. Saved while typing,
 * on leaving in any direction, and when the network is back.
 */
export function useDraft({ requestId, step, kept }: DraftParts) {
  const [raw, setRaw] = useState<Raw>(kept?.raw ?? nothing)
  const [state, setState] = useState<AutosaveState>(kept?.revision ? 'saved' : 'none')
  const [known, setKnown] = useState(() => foreseenEmpty(requestId, step.number))
  const touched = useRef(false)
  const autosave = useRef<Autosave>(null)
  const { number, version } = step

  // biome-ignore lint/correctness/useExhaustiveDependencies: what the server kept is taken once, on opening the step
  useEffect(() => {
    const saver = createAutosave({
      raw: kept?.raw ?? nothing,
      revision: kept?.revision ?? 0,
      save: async (patch, revision) => {
        const result = await save(requestId, number, { patch, revision, version })
        if (result.is === 'saved') keepDrafted(requestId, number, patch, result.revision)
        return result
      },
      keep: (typed, revision, tried) => keepDraft(requestId, number, { raw: typed, revision, tried, version }),
      drop: (saved) => void dropSaved(requestId, number, saved),
      onState: setState,
    })
    autosave.current = saver
    void readDraft(requestId, number).then((left) => {
      setKnown(true)
      const opened = kept?.revision ?? 0
      // typed on already: that is on the device now
      if (touched.current) return
      if (left) {
        const today = (typed: Raw) => broughtUp(step, typed, left.version)
        const draft = { ...left, raw: today(left.raw), tried: (left.tried ?? []).map(today) }
        setRaw(draft.raw)
        saver.reopen(draft)
        return
      }
      // A save of the screen before may have come through after this one was drawn.
      const fresh = keptStep(requestId, number)
      if (!fresh || fresh.revision <= opened) return
      setRaw(fresh.raw)
      saver.resume(fresh.raw, fresh.revision)
      saver.change(fresh.raw)
    })
    const flush = () => void saver.flush()
    addEventListener('online', flush)
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('online', flush)
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [requestId, number])

  return {
    raw,
    state,
    /** What this device holds has been looked for: only then is there anything to show or to send */
    known,
    autosave,
    change(typed: Raw) {
      touched.current = true
      setRaw(typed)
      autosave.current?.change(typed)
    },
    /** Shows other answers instead: another window's, chosen after a conflict */
    replace(other: Raw) {
      setRaw(other)
      void dropDraft(requestId, number)
    },
    settled: () => setState('saved'),
  }
}

async function save(
  id: string,
  step: number,
  body: { patch: Raw; revision: number; version: number },
): Promise<SaveResult> {
  try {
    const { revision } = await makeCall(saveDraft, { params: { id, step: String(step) }, body })
    return { is: 'saved', revision }
  } catch (error) {
    const code = error instanceof CallError ? error.code : 'network'
    if (error instanceof CallError && code === 'version_conflict') return { is: 'conflict', ...heldBy(error) }
    if (code === 'step_closed' || code === 'not_found' || code === 'not_signed_in') return { is: 'refused' }
    return { is: 'offline' }
  }
}

/** What the server said it holds when it refused to write over it */
export function heldBy({ details }: CallError): { readonly raw: Raw; readonly revision: number } {
  return { raw: (details.raw ?? nothing) as Raw, revision: Number(details.revision ?? 0) }
}
