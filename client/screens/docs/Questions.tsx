import { useState } from 'react'
import { TextField } from '#ui/fields/TextField.tsx'
import { Soft } from '#ui/frame/Stack.tsx'
import { Details } from '#ui/show/Details.tsx'
import { Rows } from '#ui/show/Rows.tsx'
import { found, questions } from './questions.ts'

/** Questions and answers, narrowed by what is typed */
export function Questions() {
  const [typed, setTyped] = useState('')
  const shown = found(questions, typed)
  return (
    <>
      <TextField
        label="Поиск по вопросам"
        type="search"
        enterKeyHint="search"
        value={typed}
        onChange={setTyped}
        onBlur={() => undefined}
      />
      <Rows close>
        {shown.map(({ question, answer }) => (
          <Details key={question} title={question}>
            <p>{answer}</p>
          </Details>
        ))}
      </Rows>
      <div role="status">
        {shown.length === 0 && (
          <Soft>Такого вопроса пока нет. Напишите или позвоните нам: телефон и почта внизу страницы.</Soft>
        )}
      </div>
    </>
  )
}
