"use client";

import { CircleCheck, MessageSquare } from "lucide-react";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useToast } from "@/components/ui/toast-context";
import { useAction } from "@/components/ui/use-action";
import type { ReviewComment, Thread as ThreadKey } from "@/lib/reviews";
import { Comment } from "./comment";
import { CommentForm } from "./comment-form";
import type { ReviewActions } from "./types";

type ThreadProps = {
  id?: string;
  thread: ThreadKey;
  /** What it is about, to tell its buttons from those of others. */
  about: string;
  comments: readonly ReviewComment[];
  userId: string;
  now: Date;
  actions: ReviewActions;
};

/** What was said about one field or the whole draft, the oldest first, with a way to answer and to resolve it; resolved ones are folded. */
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
      (_, said) => {
        setUnfolded(false);
        toast({ title: said ?? "Saved." });
      },
    );
  return (
    <div id={id} className="flex scroll-mt-20 flex-col gap-3">
      {resolved ? (
        <p className="flex flex-wrap items-center gap-2">
          <Badge tone="success">
            <CircleCheck aria-hidden="true" className="size-3.5" /> Resolved
          </Badge>
          <Button size="sm" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
            {unfolded ? "Hide" : "Show"} {comments.length} {comments.length === 1 ? "comment" : "comments"}
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
            {comments.length > 0 ? "Answer" : "Comment"}
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
