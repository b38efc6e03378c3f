import { useEffect } from 'react'
import { reportPlace } from '#contract/calls/operations.ts'
import { makeCall } from './calls.ts'
import { detailStore } from './filling/detail.ts'
import { watchPlace } from './geolocation.ts'
import { useStore } from './store.ts'

/** A phone that lies still needs no more than this */
const reportEveryMs = 10 * 60_000

/** Tells where the device is, once the person has agreed to it on the consents' step; a refusal changes nothing */
export function usePlaceReports(): void {
  const detail = useStore(detailStore)
  const consents = detail?.facts.consents
  const agreed = Array.isArray(consents) && consents.includes('geolocation')
  useEffect(() => {
    if (!agreed) return
    let told = 0
    return watchPlace(({ latitude, longitude, accuracy, at }) => {
      if (at - told < reportEveryMs) return
      told = at
      void makeCall(reportPlace, { body: { latitude, longitude, accuracy } }).catch(() => undefined)
    })
  }, [agreed])
}
