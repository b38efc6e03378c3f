import { logInfo } from '#ui/shell/log.ts'

export type Place = {
  readonly latitude: number
  readonly longitude: number
  readonly accuracy: number
  readonly at: number
}

/**
 * Watches where the device is: low accuracy, no timeout. Only called after the person agreed (step 33); a refusal by the
 * browser or the person changes nothing. Returns how to stop.
 */
export function watchPlace(onPlace: (place: Place) => void): () => void {
  if (!('geolocation' in navigator)) return () => undefined
  const id = navigator.geolocation.watchPosition(
    ({ coords: { latitude, longitude, accuracy }, timestamp }) =>
      onPlace({ latitude, longitude, accuracy, at: timestamp }),
    ({ code }) => logInfo('geolocation', { kind: code }),
    { enableHighAccuracy: false, maximumAge: 60_000 },
  )
  return () => navigator.geolocation.clearWatch(id)
}
