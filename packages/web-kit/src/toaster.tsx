import X from 'lucide-react/icons/x';
import { type PointerEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { dismissToast, TOAST_DURATION, type ToastEntry, toastStore } from './toast-store.ts';

/** The distance of a swipe that dismisses a toast, in pixels. */
export const SWIPE_THRESHOLD = 50;

/** The toast area. F8 moves the focus to it. */
export function Toaster() {
  const current = useSyncExternalStore(toastStore.subscribe, toastStore.getSnapshot, () => undefined);
  const area = useRef<HTMLElement>(null);

  useEffect(() => {
    const focusArea = ({ key }: KeyboardEvent) => key === 'F8' && area.current?.focus();
    document.addEventListener('keydown', focusArea);
    return () => document.removeEventListener('keydown', focusArea);
  }, []);

  return (
    <section
      ref={area}
      id="toast-area"
      className="fc-toast-area"
      aria-label="Messages (F8)"
      aria-live="assertive"
      tabIndex={-1}
    >
      {current?.open && <Toast key={current.id} {...current} />}
    </section>
  );
}

/** Disappears after a while, but not while it is hovered or focused. */
function Toast({ id, title, description, variant = 'default', action, duration = TOAST_DURATION }: ToastEntry) {
  const [isHeld, setHeld] = useState(false);
  const [swipe, setSwipe] = useState<{ from: number; by: number }>();

  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(id), duration);
    return () => clearTimeout(timer);
  }, [id, isHeld, duration]);

  // A toast that appears under a pointer at rest is not held: the pointer may be about to press the button below.
  const hold = ({ clientX }: PointerEvent) => {
    setHeld(true);
    if (swipe) setSwipe({ ...swipe, by: Math.max(0, clientX - swipe.from) });
  };
  const release = ({ clientX }: PointerEvent) => {
    setSwipe(undefined);
    if (swipe && clientX - swipe.from > SWIPE_THRESHOLD) dismissToast(id);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: swiping is a shortcut for the button.
    <div
      className="fc-toast"
      data-testid="toast"
      data-variant={variant}
      style={swipe && { transform: `translateX(${swipe.by}px)` }}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onPointerLeave={() => setHeld(false)}
      onPointerDown={({ clientX, pointerType }) => pointerType !== 'mouse' && setSwipe({ from: clientX, by: 0 })}
      onPointerMove={hold}
      onPointerUp={release}
      onPointerCancel={() => setSwipe(undefined)}
    >
      <div className="fc-toast-text">
        {title && <p className="fc-toast-title">{title}</p>}
        {description && <p>{description}</p>}
      </div>
      {action && (
        <button
          type="button"
          className="fc-toast-action"
          onClick={() => {
            dismissToast(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" className="fc-toast-close" aria-label="Fermer" onClick={() => dismissToast(id)}>
        <X aria-hidden size={20} />
      </button>
    </div>
  );
}
