import { Button } from '#ui/actions/Button.tsx'
import type { CallError } from '#ui/callError.ts'
import { Notice } from '#ui/feedback/Notice.tsx'

/** A reading that did not succeed, and how to try again */
export function Trouble({ error, onAgain }: { error: CallError; onAgain(): void }) {
  return (
    <Notice tone="bad" title={error.message} live>
      <Button small kind="quiet" icon="refresh" onClick={onAgain}>
        Повторить
      </Button>
    </Notice>
  )
}
