import type { Popup } from '@fasocolis/contracts/popups';
import X from 'lucide-react/icons/x';
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { imageSources } from './images.ts';

interface Shown {
  key: number;
  popup: PopupContent;
  onClosed: (() => void) | undefined;
}

interface PopupControl {
  /** The popup on the screen, until its closing animation has ended. */
  current: PopupContent | undefined;
  /** Shows a popup in place of the one before it; `onClosed` is called when the user has closed it. */
  show: (popup: PopupContent, onClosed?: () => void) => void;
  /** Removes the current popup at once, without a callback. */
  closeAll: () => void;
}

const PopupContext = createContext<PopupControl | undefined>(undefined);

/** Provides popups to `children`, and renders them after these. */
export function PopupProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown>();
  const show = useCallback((popup: PopupContent, onClosed?: () => void) => {
    setShown((before) => ({ key: (before?.key ?? 0) + 1, popup, onClosed }));
  }, []);
  const closeAll = useCallback(() => setShown(undefined), []);
  const control = useMemo(() => ({ current: shown?.popup, show, closeAll }), [shown, show, closeAll]);

  return (
    <PopupContext value={control}>
      {children}
      {shown && (
        <PopupModal
          key={shown.key}
          popup={shown.popup}
          onClosed={() => {
            closeAll();
            shown.onClosed?.();
          }}
        />
      )}
    </PopupContext>
  );
}

/** @throws Error outside of a {@link PopupProvider} */
export function usePopup(): PopupControl {
  const control = use(PopupContext);
  if (!control) throw new Error('usePopup must be used inside a PopupProvider');
  return control;
}

/** Duration of the closing animation, in milliseconds. */
export const POPUP_CLOSE_DELAY = 300;

/** The visible parts of a popup. */
export type PopupContent = Omit<Popup, 'id' | 'showOnce' | 'isActive' | 'startDate' | 'endDate'>;

interface Props {
  popup: PopupContent;
  onClosed: () => void;
}

/** A popup over the page. The browser's dialog element keeps the focus inside and restores it. */
export function PopupModal({ popup, onClosed }: Props) {
  const [isClosing, setIsClosing] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  const close = () => setIsClosing(true);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (element) showModal(element);
    // The focus is on the popup as a whole, not on its first button.
    panel.current?.focus();
    return () => element?.close?.();
  }, []);

  useClosed(isClosing, onClosed);

  return (
    <dialog
      ref={dialog}
      className="fc-popup"
      data-state={isClosing ? 'closing' : 'open'}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-content`}
      onKeyDown={({ key }) => {
        if (key === 'Escape') close();
      }}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      // Some browsers close a dialog on the second Escape although the event was cancelled.
      onClose={({ currentTarget }) => {
        if (!currentTarget.open) close();
      }}
    >
      <div className="fc-popup-backdrop" data-testid="popup-backdrop" aria-hidden onClick={close} />
      <div ref={panel} tabIndex={-1} className="fc-popup-panel" data-testid="popup-modal" style={panelStyle(popup)}>
        <button type="button" className="fc-popup-close" aria-label="Fermer" onClick={close}>
          <X aria-hidden size={20} />
        </button>
        <div className="fc-popup-body" data-image={popup.imageUrl ? popup.imagePosition : undefined}>
          {popup.imageUrl && <PopupImage key={popup.imageUrl} url={popup.imageUrl} />}
          <div className="fc-popup-text">
            <h2 id={`${id}-title`} className="fc-popup-title" style={{ fontSize: popup.titleFontSize }}>
              {popup.title}
            </h2>
            <p id={`${id}-content`} className="fc-popup-content" style={{ fontSize: popup.contentFontSize }}>
              {popup.content}
            </p>
            <button
              type="button"
              className="fc-popup-button"
              style={{ backgroundColor: popup.buttonColor, color: popup.buttonTextColor }}
              onClick={() => {
                if (popup.buttonLink) window.open(popup.buttonLink, '_blank', 'noopener');
                close();
              }}
            >
              {popup.buttonText}
            </button>
          </div>
        </div>
      </div>
    </dialog>
  );
}

/** Safari has modal dialogs from 15.4 on, Firefox from 98 on: before, the element is shown as a dialog like others. */
function showModal(element: HTMLElement & Partial<Pick<HTMLDialogElement, 'showModal'>>): void {
  if (element.showModal) {
    element.showModal();
    return;
  }
  for (const [name, value] of Object.entries({ role: 'dialog', 'aria-modal': 'true', open: '' })) {
    element.setAttribute(name, value);
  }
}

const panelStyle = (popup: PopupContent) => ({
  width: popup.width,
  // A minimum wins over a maximum: it must not push the button off a low screen.
  minHeight: `min(${popup.height}px, 90vh)`,
  borderRadius: popup.borderRadius,
  backgroundColor: popup.backgroundColor,
  color: popup.textColor,
  fontFamily: popup.fontFamily,
  fontWeight: popup.fontWeight,
});

function PopupImage({ url }: { url: string }) {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) return null;
  return (
    <img
      className="fc-popup-image"
      {...imageSources(url)}
      sizes="(max-width: 640px) 90vw, 640px"
      alt=""
      onError={() => setIsBroken(true)}
    />
  );
}

function useClosed(isClosing: boolean, onClosed: () => void) {
  const reportClosed = useEffectEvent(onClosed);
  useEffect(() => {
    if (!isClosing) return;
    const closed = setTimeout(() => reportClosed(), POPUP_CLOSE_DELAY);
    return () => clearTimeout(closed);
  }, [isClosing]);
}
