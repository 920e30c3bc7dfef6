import type { Comment, Inspection } from '#contract/maintenance/inspections.ts'
import { fullName } from '#contract/wire/people.ts'
import { chicagoMoment, chicagoRemark } from '#src/format/chicago.ts'
import { useMark } from '#src/offline/outbox/show/use-outbox.ts'
import { WaitingMark } from '#src/ui/notice/waiting-mark.tsx'
import { Avatar } from '#src/ui/person/avatar.tsx'
import classes from './inspection-detail.module.css'

/** Stands for a user whose account was deleted. */
const DELETED_USER = { first_name: '', last_name: '', photo: null }

/** The comments on an inspection with author and time. */
export function CommentList({ comments }: Pick<Inspection, 'comments'>) {
  if (comments.length === 0) return <p className={classes.none}>No comments yet.</p>
  return (
    <ul className={classes.comments}>
      {comments.map((comment) => (
        <CommentEntry key={comment.client_id ?? comment.id} comment={comment} />
      ))}
    </ul>
  )
}

function CommentEntry({ comment: { client_id, user, text, created_at } }: { readonly comment: Comment }) {
  const mark = useMark({ name: 'comment' }, client_id ?? '')
  const at = Date.parse(created_at)
  return (
    <li className={classes.comment}>
      <Avatar person={user ?? DELETED_USER} size={36} />
      <div>
        <p className={classes.commentHead}>
          <b>{user === null ? 'A former user' : fullName(user)}</b>
          <time dateTime={created_at} title={chicagoMoment(at)}>
            {chicagoRemark(at)}
          </time>
          <WaitingMark mark={mark} />
        </p>
        <p className={classes.words}>{text}</p>
      </div>
    </li>
  )
}
