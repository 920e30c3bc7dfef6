import { Button } from '@mantine/core'
import { useRef } from 'react'
import type { ImportPreview } from '#contract/expenses/import-preview.ts'
import { IMPORT_KINDS, type ImportKind } from '#contract/expenses/imports.ts'
import type { ReportChoices, ReportQuestion } from '#contract/expenses/report-choices.ts'
import { Notice } from '#src/ui/notice/notice.tsx'
import classes from '../imports.module.css'
import type { ReportChoice } from '../use-report.ts'

interface ReportQuestionsProps {
  readonly preview: ImportPreview
  readonly choice: ReportChoice
}

interface Answer {
  readonly words: string
  readonly choices: ReportChoices
}

interface QuestionText {
  readonly words: string
  readonly answers: readonly Answer[]
}

const ONE_OF: Readonly<Record<ImportKind, string>> = { tolls: 'toll', fuel: 'fuel' }

const QUESTION_TEXTS: Readonly<Record<Exclude<ReportQuestion, 'kind' | 'sheet'>, QuestionText>> = {
  day_order: {
    words: 'A date in this report may have the day first. How are its dates written?',
    answers: [
      { words: 'Month first: 11/25/2026', choices: { day_order: 'month_first' } },
      { words: 'Day first: 25/11/2026', choices: { day_order: 'day_first' } },
    ],
  },
  negatives: {
    words: 'What are the amounts below zero in this report?',
    answers: [
      { words: 'Charges', choices: { negatives: 'charges' } },
      { words: 'Credits', choices: { negatives: 'credits' } },
    ],
  },
}

/**
 * The questions that must be answered before the import. After an answer the focus moves here, because its button
 * disappears.
 */
export function ReportQuestions({ preview, choice }: ReportQuestionsProps) {
  const place = useRef<HTMLDivElement>(null)
  const answered = (answer: () => void) => () => {
    place.current?.focus()
    answer()
  }
  return (
    <div ref={place} tabIndex={-1} className={classes.questions}>
      {preview.questions.map((question) => (
        <QuestionOf key={question} question={question} preview={preview} choice={choice} answered={answered} />
      ))}
    </div>
  )
}

interface QuestionOfProps extends ReportQuestionsProps {
  readonly question: ReportQuestion
  readonly answered: (answer: () => void) => () => void
}

function QuestionOf({ question, preview, choice, answered }: QuestionOfProps) {
  const other = IMPORT_KINDS.find((kind) => kind !== choice.kind)
  if (question === 'kind' && other) {
    return (
      <QuestionFrame words={`This looks like a ${ONE_OF[other]} report. Which is it?`}>
        <Button variant="default" onClick={answered(() => choice.chooseKind(other))}>
          A {ONE_OF[other]} report
        </Button>
        <Button variant="default" onClick={answered(() => choice.chooseReading({ is_kind_sure: true }))}>
          A {ONE_OF[choice.kind]} report
        </Button>
      </QuestionFrame>
    )
  }
  const { words, answers } = question === 'kind' || question === 'sheet' ? sheetsOf(preview) : QUESTION_TEXTS[question]
  return (
    <QuestionFrame words={words}>
      {answers.map((answer) => (
        <Button key={answer.words} variant="default" onClick={answered(() => choice.chooseReading(answer.choices))}>
          {answer.words}
        </Button>
      ))}
    </QuestionFrame>
  )
}

const sheetsOf = ({ sheets }: ImportPreview): QuestionText => ({
  words: 'More than one sheet of this workbook has rows. Which one is the report?',
  answers: sheets.map((sheet) => ({ words: sheet, choices: { sheet } })),
})

function QuestionFrame({ words, children }: { readonly words: string; readonly children: React.ReactNode }) {
  return (
    <section className={classes.asking} aria-label={words}>
      <Notice tone="caution">{words} Nothing is taken in before the answer.</Notice>
      <div className={classes.acts}>{children}</div>
    </section>
  )
}
