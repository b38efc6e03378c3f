import { useEffect, useState } from 'react'
import { profile } from '#contract/calls/auth.ts'
import { reportPlace } from '#contract/calls/operations.ts'
import { afterFirstPaint } from '#ui/shell/afterFirstPaint.ts'
import { authStore } from './auth.ts'
import { makeCall } from './calls.ts'
import { detailStore } from './filling/detail.ts'
import { watchPlace } from './geolocation.ts'
import { useStore } from './store.ts'

/** A phone that lies still needs no more than this */
const reportEveryMs = 10 * 60_000

const consent = 'geolocation'

/** Tells where the device is, once the person has agreed to it on the consents' step; a refusal changes nothing */
export function usePlaceReports(): void {
  const agreed = useConsent()
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

/** By the request being filled; where none is open (the desk, opened anew), by the consents of the profile */
function useConsent(): boolean {
  const detail = useStore(detailStore)
  const [given, setGiven] = useState(false)
  const due = useStore(authStore) === 'ok_auth' && detail === null
  useEffect(() => {
    if (!due) return
    let gone = false
    afterFirstPaint(() => {
      if (gone) return
      makeCall(profile, undefined).then(
        ({ consents }) => gone || setGiven(consents.some(({ id, withdrawnAt }) => id === consent && !withdrawnAt)),
        () => undefined,
      )
    })
    return () => {
      gone = true
    }
  }, [due])
  const chosen = detail?.facts.consents
  return Array.isArray(chosen) ? chosen.includes(consent) : given
}
