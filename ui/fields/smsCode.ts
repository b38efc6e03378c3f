/** The part of WebOTP that browsers have and the DOM types lack */
type OtpCredentials = {
  get(options: { otp: { transport: ['sms'] }; signal: AbortSignal }): Promise<{ code: string } | null>
}

/** Waits for the code of an SMS bound to this site (WebOTP, Chrome on Android); null where there is no such thing */
export async function readSmsCode(signal: AbortSignal): Promise<string | null> {
  if (typeof window === 'undefined' || !('OTPCredential' in window)) return null
  try {
    const credentials = navigator.credentials as unknown as OtpCredentials
    const found = await credentials.get({ otp: { transport: ['sms'] }, signal })
    return found?.code ?? null
  } catch {
    // left the screen, or the person said no: the code is typed by hand
    return null
  }
}
