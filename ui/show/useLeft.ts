import { useEffect, useState } from 'react'

/** Milliseconds until `until` (epoch ms), each second; `ahead` is how far the server's clock is ahead of this device's */
export function useLeft(until: number, ahead = 0): number {
  const read = () => Math.max(0, until - Date.now() - ahead)
  const [left, setLeft] = useState(read)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read is made of these two
  useEffect(() => {
    setLeft(read())
    const timer = setInterval(() => setLeft(read()), 1000)
    return () => clearInterval(timer)
  }, [until, ahead])
  return left
}
