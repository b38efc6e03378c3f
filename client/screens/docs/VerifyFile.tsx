import { signatureKey } from '#contract/calls/documents.ts'
import { Soft } from '#ui/frame/Stack.tsx'
import { Details } from '#ui/show/Details.tsx'
import { Lines } from '#ui/show/Facts.tsx'
import { useRead } from '#ui/useRead.ts'
import s from './VerifyFile.module.css'

/** What proves that a signed file is the one that was signed, and how anybody checks it without this server */
export function VerifyFile() {
  const { data: key } = useRead(signatureKey, {})
  return (
    <>
      <p>
        Внутри каждого подписанного PDF лежит запись о подписи: кто подписал, когда пришёл код, отпечатки всех
        документов пакета. Запись заверена ключом организации, поэтому подделать её или поправить документ незаметно
        нельзя.
      </p>
      {key && <Lines lines={[{ label: 'Отпечаток ключа', value: <code className={s.key}>{key.fingerprint}</code> }]} />}
      <Details title="Проверить самому">
        <p>Проверка работает без нашего сервера и без интернета. Нужны исходные тексты этой программы и файл:</p>
        <pre className={s.command}>npm run verify-signature -- договор.pdf --key ключ.txt</pre>
        <p>
          Программа скажет, верна ли подпись, и покажет документ, его версию и отпечаток, кто и когда ввёл код. Если в
          файле изменён хоть один знак, она откажет.
        </p>
        {key && (
          <>
            <Soft>Открытый ключ для файла «ключ.txt»:</Soft>
            <pre className={s.command}>{key.key}</pre>
          </>
        )}
      </Details>
      <Soft>Не получается проверить — пришлите файл нам или в Банк России: контакты ниже.</Soft>
    </>
  )
}
