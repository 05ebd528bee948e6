"use client";

import { CircleCheck, MessageSquare } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { Avatar } from "@/components/ui/avatar";
import { Button, SubmitButton } from "@/components/ui/button";
import { Badge } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field, Textarea } from "@/components/ui/field";
import { FormMessage } from "@/components/ui/field-parts";
import { useFormResult } from "@/components/ui/form";
import { useAction } from "@/components/ui/hooks";
import { TimeAgo } from "@/components/ui/moment";
import { useToast } from "@/components/ui/toast-context";
import { counted } from "@/lib/platform/text";
import { type CommentKey, MAX_COMMENT_LENGTH, type ReviewComment, type Thread as ThreadKey } from "@/lib/publishing";
import type { FormResult } from "@/lib/web/actions/form-result";
import type { ReviewActions } from "./review-texts";

/** Number of comments being written in this window. */
let forms = 0;
const watchers = new Set<() => void>();

function count(change: 1 | -1): void {
  forms += change;
  for (const watcher of watchers) watcher();
}

const subscribe = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

function useWriting(): void {
  useEffect(() => {
    count(1);
    return () => count(-1);
  }, []);
}

export const useIsWriting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => forms > 0,
    () => false,
  );

type CommentFormProps = {
  label: string;
  initial?: string;
  submitLabel: string;
  send: (text: string) => Promise<FormResult>;
  onDone: () => void;
};

function CommentForm({ label, initial = "", submitLabel, send, onDone }: CommentFormProps) {
  const [text, setText] = useState(initial);
  useWriting();
  const { onSubmit, pending, errorOf, message } = useFormResult(() => send(text), () => {
    setText("");
    onDone();
  }, ["text"]);
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-2">
      <Field
        label={label}
        error={errorOf("text")}
        aside={text.length > MAX_COMMENT_LENGTH - 200 ? `${text.length} of ${MAX_COMMENT_LENGTH}` : undefined}
      >
        <Textarea
          dir="auto"
          rows={2}
          autoFocus
          maxLength={MAX_COMMENT_LENGTH}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <FormMessage>{message}</FormMessage>
      <div className="flex gap-2">
        <SubmitButton size="sm" pending={pending} pendingLabel="Saving…">
          {submitLabel}
        </SubmitButton>
        <Button size="sm" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

type CommentProps = {
  comment: ReviewComment;
  commentKey: CommentKey;
  own: boolean;
  now: Date;
  actions: ReviewActions;
};

function Comment({ comment, commentKey, own, now, actions }: CommentProps) {
  const [editing, setEditing] = useState(false);
  const { author, text, createdAt, editedAt } = comment;
  return (
    <li className="flex min-w-0 flex-col gap-1">
      <p className="flex flex-wrap items-center gap-x-2 text-[0.8125rem]">
        <Avatar name={author} size="sm" />
        <span className="font-medium" dir="auto">
          {author}
        </span>
        <span className="text-muted">
          <TimeAgo value={createdAt} now={now} />
          {editedAt ? ", edited" : ""}
        </span>
      </p>
      {editing ? (
        <CommentForm
          label="Your comment"
          initial={text}
          submitLabel="Save"
          send={(next) => actions.edit({ ...commentKey, text: next })}
          onDone={() => setEditing(false)}
        />
      ) : (
        <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          {text}
        </p>
      )}
      {own && !editing ? (
        <div className="flex gap-2">
          <Button size="sm" variant="ghost" onClick={() => setEditing(true)}>
            Edit
          </Button>
          <ConfirmDialog
            trigger={
              <Button size="sm" variant="ghost">
                Delete
              </Button>
            }
            title="Delete your comment?"
            effect="This deletes it for everyone."
            confirmLabel="Delete"
            act={() => actions.remove(commentKey)}
          />
        </div>
      ) : null}
    </li>
  );
}

type ThreadProps = {
  id?: string;
  thread: ThreadKey;
  about: string;
  comments: readonly ReviewComment[];
  userId: string;
  now: Date;
  actions: ReviewActions;
};

export function Thread({ id, thread, about, comments, userId, now, actions }: ThreadProps) {
  const [writing, setWriting] = useState(false);
  const [unfolded, setUnfolded] = useState(false);
  const { run, pending } = useAction();
  const toast = useToast();
  const resolved = comments.length > 0 && comments.every(({ resolvedAt }) => resolvedAt !== null);
  const folded = resolved && !unfolded;
  const resolve = (next: boolean) =>
    run(
      () => actions.resolve({ ...thread, resolved: next }),
      (_, message) => {
        setUnfolded(false);
        toast({ title: message ?? "Saved" });
      },
    );
  return (
    <div id={id} className="flex scroll-mt-20 flex-col gap-3">
      {resolved ? (
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone="success" icon={<CircleCheck aria-hidden="true" />}>
            Resolved
          </Badge>
          <Button size="sm" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
            {unfolded ? "Hide" : "Show"} {counted(comments.length, "comment")}
            <span className="sr-only"> on {about}</span>
          </Button>
        </p>
      ) : null}
      {folded || comments.length === 0 ? null : (
        <ul aria-label={`Comments on ${about}`} className="flex flex-col gap-3 border-line-strong border-l-2 pl-3">
          {comments.map((comment) => (
            <Comment
              key={comment.id}
              comment={comment}
              own={comment.userId === userId}
              commentKey={{ brandId: thread.brandId, reviewId: thread.reviewId, commentId: comment.id }}
              now={now}
              actions={actions}
            />
          ))}
        </ul>
      )}
      {writing ? (
        <CommentForm
          label={`Comment on ${about}`}
          submitLabel="Comment"
          send={(text) => actions.comment({ ...thread, text })}
          onDone={() => setWriting(false)}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" icon={<MessageSquare aria-hidden="true" />} onClick={() => setWriting(true)}>
            {comments.length > 0 ? "Reply" : "Comment"}
            <span className="sr-only"> on {about}</span>
          </Button>
          {comments.length > 0 ? (
            <Button size="sm" pending={pending} onClick={() => resolve(!resolved)}>
              {resolved ? "Reopen" : "Resolve"}
              <span className="sr-only"> the comments on {about}</span>
            </Button>
          ) : null}
        </div>
      )}
    </div>
  );
}
