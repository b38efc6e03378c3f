import { useEffect, useSyncExternalStore } from 'react'
import { type CameraState, camera } from './camera.ts'

/** The camera's state; it is switched off when the screen goes. */
export function useCamera(): CameraState {
  useEffect(() => {
    const changed = () => camera.devicesChanged()
    navigator.mediaDevices?.addEventListener?.('devicechange', changed)
    return () => {
      navigator.mediaDevices?.removeEventListener?.('devicechange', changed)
      camera.close()
    }
  }, [])
  return useSyncExternalStore(camera.subscribe, camera.state, camera.state)
}
