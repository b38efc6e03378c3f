import { CallError } from '#ui/callError.ts'
import { toast } from '#ui/feedback/toast.ts'

/** Makes a call and says what came of it; then the list is read again */
export function useActing(again: () => Promise<unknown>) {
  return async (act: () => Promise<string | undefined>) => {
    try {
      const said = await act()
      if (said) toast(said)
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      toast(failure.issues[0]?.message ?? failure.message)
    }
    await again()
  }
}
