import { useCallback, useState } from 'react'
import { askDigits } from '#contract/calls/evidence.ts'
import { CallError } from '../callError.ts'
import { useServices } from '../services.ts'

export interface VideoDigits {
  readonly id: string
  readonly digits: string
}

/** Digits to be read aloud: new ones each time they are asked for. */
export function useDigits(requestId: string) {
  const { call, showError } = useServices()
  const [digits, setDigits] = useState<VideoDigits | null>(null)
  const ask = useCallback(async (): Promise<VideoDigits | null> => {
    try {
      const given = await call(askDigits, { params: { id: requestId } })
      setDigits(given)
      return given
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      showError(error)
      return null
    }
  }, [call, requestId, showError])
  return { digits, ask }
}
