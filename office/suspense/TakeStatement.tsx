import { type ChangeEvent, useRef, useState } from 'react'
import { importStatement, largestStatement } from '#contract/calls/office/statements.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { makeCall } from '../calls.ts'
import { useAct } from '../loans/useAct.ts'

async function base64(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return btoa(text)
}

/** Takes a bank's statement in; what came of it stays on the page */
export function TakeStatement({ onTaken }: { onTaken(): void }) {
  const field = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')
  const [busy, act] = useAct()
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (!file) return
    if (file.size > largestStatement) return setSaid('Файл слишком большой: загрузите выписку по дням.')
    void act(async () => {
      const { lines, known, placed, waiting } = await makeCall(importStatement, { body: { file: await base64(file) } })
      setSaid(`Поступлений ${lines}: учтено на займы ${placed}, ждут места ${waiting}, уже были ${known}.`)
      onTaken()
      return undefined
    })
  }
  return (
    <>
      {said && <Notice live>{said}</Notice>}
      <input ref={field} type="file" accept=".txt" aria-label="Файл выписки" hidden onChange={take} />
      <Button small kind="soft" wide={false} busy={busy} onClick={() => field.current?.click()}>
        Загрузить выписку
      </Button>
    </>
  )
}
