import { CircleAlert, CircleCheck } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { Toaster as HotToaster } from 'react-hot-toast';
import { Spinner } from './spinner.tsx';

/** The specification's times; 20 toasts at once is react-hot-toast's own limit. */
const times = { duration: 4_000, success: { duration: 2_000 }, error: { duration: 4_000 } };

/** Short messages at the foot, above the phone's bar. */
export function Toaster() {
  const layer = useRef<HTMLDivElement>(null);
  useOnTop(layer);
  return (
    <div ref={layer} popover="manual" className="toast-layer">
      <HotToaster
        position="bottom-center"
        containerClassName="toasts"
        gutter={8}
        toastOptions={{
          className: 'toast',
          duration: times.duration,
          success: { ...times.success, icon: <CircleCheck size={20} strokeWidth={1.6} aria-hidden="true" className="toast-good" /> },
          error: { ...times.error, icon: <CircleAlert size={20} strokeWidth={1.6} aria-hidden="true" className="toast-bad" /> },
          loading: { icon: <Spinner size={20} /> },
        }}
      />
    </div>
  );
}

/** An open dialog lies above everything but what was shown after it: whenever one opens, the toasts are shown anew. */
function useOnTop(layer: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const element = layer.current;
    // A browser without popovers shows the layer as it stands, under its dialogs.
    if (element?.showPopover === undefined) return;
    element.showPopover();
    const observer = new MutationObserver((changes) => {
      if (!changes.some(({ target }) => target instanceof HTMLDialogElement && target.open)) return;
      element.hidePopover();
      element.showPopover();
    });
    observer.observe(document.body, { subtree: true, attributeFilter: ['open'] });
    return () => observer.disconnect();
  }, [layer]);
}
