import type { Raw } from '#contract/step.ts'

export type SaveResult =
  | { readonly is: 'saved'; readonly revision: number }
  | { readonly is: 'offline' }
  /** Another window saved first */
  | { readonly is: 'conflict' }
  /** The step is closed, or the person signed out: trying again is no use */
  | { readonly is: 'refused' }

export type AutosaveState = 'none' | 'saved' | 'saving' | 'offline' | 'conflict'

type AutosaveParts = {
  readonly raw: Raw
  readonly revision: number
  save(patch: Raw, revision: number): Promise<SaveResult>
  /** Everything typed is kept on the device until the server has it */
  keep(raw: Raw, revision: number): void
  drop(): void
  onState(state: AutosaveState): void
  /** Milliseconds of quiet before saving, and between tries without a network */
  quiet?: number
  again?: number
}

/** Fields that differ, with what they are now; a field that is gone becomes null */
export function difference(before: Raw, now: Raw): Raw {
  const names = new Set([...Object.keys(before), ...Object.keys(now)])
  const changed = [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]))
  return Object.fromEntries(changed.map((name) => [name, now[name] ?? null]))
}

/** Saves a step's raw answers while they are typed: only what changed, one save at a time, again when the network is back */
export function createAutosave(parts: AutosaveParts) {
  const { quiet = 700, again = 5000 } = parts
  let sent = parts.raw
  let now = parts.raw
  let { revision } = parts
  let timer: ReturnType<typeof setTimeout> | undefined
  let saving: Promise<void> | null = null
  let over = false
  let touched = false

  const later = (wait: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), wait)
  }

  async function saveOnce(): Promise<void> {
    const going = now
    const patch = difference(sent, going)
    if (Object.keys(patch).length === 0 || over) return
    parts.onState('saving')
    const result = await parts.save(patch, revision)
    if (result.is === 'saved') {
      sent = going
      revision = result.revision
      if (now === going) {
        parts.drop()
        parts.onState('saved')
      } else if (!over) later(quiet)
    } else if (result.is === 'offline') {
      parts.onState('offline')
      if (!over) later(again)
    } else {
      over = result.is === 'conflict'
      parts.onState(result.is === 'conflict' ? 'conflict' : 'none')
    }
  }

  async function flush(): Promise<void> {
    clearTimeout(timer)
    while (saving) await saving
    saving = saveOnce().finally(() => {
      saving = null
    })
    await saving
  }

  return {
    change(raw: Raw) {
      touched = true
      now = raw
      parts.keep(raw, revision)
      if (!over && !saving) later(quiet)
    },
    /** Saves what waits, now */
    flush,
    /** Whether anything was typed since it was opened */
    touched: () => touched,
    /** The revision the server knows; for accepting the step */
    revision: () => revision,
    /** Stops saving, after what is on its way */
    async stop() {
      clearTimeout(timer)
      over = true
      await saving
    },
    /** Goes on after a conflict, on top of what the server holds */
    resume(serverRaw: Raw, serverRevision: number) {
      sent = serverRaw
      revision = serverRevision
      over = false
      later(0)
    },
  }
}

export type Autosave = ReturnType<typeof createAutosave>
