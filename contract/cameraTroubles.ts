/** What may be in the way of the camera and the microphone, after the error names of Media Capture and Streams, and how it is called. */
export const cameraTroubles = {
  insecure: 'Страница открыта без защиты',
  inApp: 'Здесь камера не работает',
  closed: 'Вопрос о камере закрыли',
  blocked: 'Камера запрещена для этого сайта',
  blockedBySystem: 'Камера выключена для браузера',
  tapNeeded: 'Включите камеру кнопкой',
  noCamera: 'Камера не нашлась',
  noMicrophone: 'Микрофон не нашёлся',
  busy: 'Камера занята',
  noAnswer: 'Ждём вашего разрешения',
  noPicture: 'Камера не показывает картинку',
  black: 'Кадр совсем чёрный',
  lost: 'Камера отключилась',
  noRecorder: 'Браузер не записывает видео',
} as const

export type CameraTrouble = keyof typeof cameraTroubles
