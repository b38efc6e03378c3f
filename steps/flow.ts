/** The order of the filling steps, and nothing else. */
export const flow = [
  'step34-request',
  'step10-person',
  'step09-passport',
  'step21-registration',
  'step22-home',
  'step23-family',
  'step24-work',
  'step25-income',
  'step26-contacts',
  'step27-device-check',
  'step28-passport-photo',
  'step29-registration-photo',
  'step30-selfie',
  'step31-video',
  'step32-destination',
  'step33-consents',
] as const
