import { type ReactNode, useId, useRef, useState } from 'react'
import { CallError } from '../callError.ts'
import { focusField } from '../feedback/focusField.ts'
import { CodeField } from '../fields/CodeField.tsx'
import { Stack } from '../frame/Stack.tsx'
import { type KeyFor, useAttempt } from '../useAct.ts'
import { codeProblem, codeSpent, type SentCode } from './codeProblem.ts'
import { ResendButton } from './ResendButton.tsx'

type CodeEntryProps = {
  /** Another code begins anew: no digits, no error, no try used */
  sent: SentCode
  label: string
  hint: string
  /** What else is to be said of the code, between the field and the button */
  note?: ReactNode
  /** What to tell where the server did not answer */
  otherwise?: string | undefined
  /** Rejects where the code was not taken */
  enter(code: string, keyFor: KeyFor): Promise<void>
  /** Rejects where none was sent; else the parent passes the new `sent` */
  resend(): Promise<void>
}

/** The one place a code is entered at: a wrong one is told under the digits, which are empty again and have the focus */
export function CodeEntry(props: CodeEntryProps) {
  return <OneCode key={props.sent.resendAt} {...props} />
}

function OneCode({ sent, label, hint, note, otherwise, enter, resend }: CodeEntryProps) {
  const id = useId()
  const wrong = useRef(0)
  const [code, setCode] = useState('')
  const { busy, problem, attempt } = useAttempt((error) => {
    setCode('')
    if (error instanceof CallError && error.code === 'code_wrong') wrong.current += 1
    else return codeProblem(error, otherwise)
    return codeSpent(sent, wrong.current, Date.now()) ? 'Код больше не действует. Запросите новый.' : error.message
  })
  // in the middle of the screen: neither the keyboard nor the dock lies over the words
  const give = (full: string) => void attempt((keyFor) => enter(full, keyFor)).then((right) => right || focusField(id))
  return (
    <Stack>
      <CodeField
        id={id}
        label={label}
        hint={hint}
        error={problem}
        autoFocus
        busy={busy}
        value={code}
        onChange={setCode}
        onBlur={() => {}}
        onComplete={give}
      />
      {note}
      <ResendButton resendAt={sent.resendAt} busy={busy} onResend={() => void attempt(resend, 'resend')} />
    </Stack>
  )
}
