import { useEffect, useState } from 'react'
import { type RuleDraft, readRuleDraft, saveRuleDraft } from '#contract/calls/office/workbench.ts'
import type { VersionRows } from '#contract/versions/rows.ts'
import { makeCall } from '../calls.ts'
import { useStaff } from '../session.ts'
import { useAct } from '../useAct.ts'
import { useRead } from '../useRead.ts'

interface Edit {
  /** What it began from. */
  readonly revision: number
  readonly title: string
  readonly rows: VersionRows
}

const keyOf = (staff: string, id: string) => `rules ${staff} ${id}`

/** What this browser holds of a draft that the server does not have: it outlives the page. There is nobody's personal data in rules */
function kept(key: string): Edit | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Edit | null
  } catch {
    return null
  }
}

function keep(key: string, edit: Edit | null): void {
  try {
    if (edit) localStorage.setItem(key, JSON.stringify(edit))
    else localStorage.removeItem(key)
  } catch {
    // without a place to keep it the words stay on the screen
  }
}

/** A draft as it is edited here. Who saves over another's work is told so; the own edit stays until the person chooses */
export function useDraft(id: string) {
  const key = keyOf(useStaff().id, id)
  const { data, error, mutate } = useRead(readRuleDraft, { params: { id } }, { every: 5000 })
  const [edit, setEdit] = useState<Edit | null>(() => kept(key))
  const { busy, act } = useAct({ words: { rules_saved_first: '' } })
  useEffect(() => keep(key, edit), [key, edit])

  const change = (next: Partial<Pick<Edit, 'title' | 'rows'>>) =>
    setEdit((before) => {
      const from = before ?? (data as Edit | undefined)
      return from ? { revision: from.revision, title: from.title, rows: from.rows, ...next } : before
    })

  /** Sends the edit; `over` another's saving when the person has chosen so */
  async function save(over = false): Promise<void> {
    if (!edit || !data) return
    const { title, rows } = edit
    const body = { revision: over ? data.revision : edit.revision, title, rows }
    const saved = await act(async () => {
      await makeCall(saveRuleDraft, { params: { id }, body })
      await mutate()
      setEdit(null)
      return 'Сохранено'
    })
    if (!saved) await mutate()
  }

  return {
    data: data as RuleDraft | undefined,
    error,
    again: () => void mutate(),
    busy,
    /** What is on the screen */
    title: edit?.title ?? data?.title ?? '',
    rows: edit?.rows ?? data?.rows ?? [],
    unsaved: edit !== null,
    /** Somebody has saved since this edit began */
    overtaken: edit !== null && data !== undefined && data.revision !== edit.revision,
    change,
    save,
    /** The server's word instead of the own edit */
    forget: () => setEdit(null),
  }
}

export type Drafting = ReturnType<typeof useDraft>
