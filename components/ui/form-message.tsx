import { Notice, type NoticeProps } from "./notice";

/** The answer to a sent form. It is announced when it appears: an error at once, anything else when the reader is idle. Without children it stays empty and silent. */
export function FormMessage({ tone = "danger", ...rest }: NoticeProps) {
  const filled = Boolean(rest.children || rest.title);
  return (
    <div role={tone === "danger" ? "alert" : "status"} className="empty:absolute">
      {filled ? <Notice tone={tone} {...rest} /> : null}
    </div>
  );
}
