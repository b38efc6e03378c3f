const everyMs = 100

/** Tells the loudness of a stream, 0 to 1, ten times a second. Answers how to stop. */
export function listen(stream: MediaStream, tell: (level: number) => void): () => void {
  if (typeof AudioContext === 'undefined' || stream.getAudioTracks().length === 0) return () => undefined
  const context = new AudioContext()
  const analyser = context.createAnalyser()
  analyser.fftSize = 1024
  context.createMediaStreamSource(stream).connect(analyser)
  const samples = new Float32Array(analyser.fftSize)
  const timer = setInterval(() => {
    analyser.getFloatTimeDomainData(samples)
    const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
    tell(Math.min(1, Math.sqrt(power) * 4))
  }, everyMs)
  return () => {
    clearInterval(timer)
    void context.close()
  }
}
