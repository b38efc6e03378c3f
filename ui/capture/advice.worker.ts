import { type Frame, measure } from './measure.ts'

let before: Float32Array | null = null

self.onmessage = ({ data }: MessageEvent<Frame>) => {
  const { measures, grey } = measure(data, before)
  before = grey
  self.postMessage(measures)
}
