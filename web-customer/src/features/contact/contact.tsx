import CircleCheck from 'lucide-react/icons/circle-check';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../shared/button.tsx';
import { ContactForm } from './contact-form.tsx';

export default function Contact() {
  const [isSent, setIsSent] = useState(false);
  return (
    <section aria-labelledby="ecrivez-nous" className="rounded-2xl bg-surface p-4 ring-1 ring-hairline sm:p-10">
      {isSent ? <Thanks onAgain={() => setIsSent(false)} /> : <ContactForm onSent={() => setIsSent(true)} />}
    </section>
  );
}

/** Replaces the form after the message was sent, and takes the focus, so that screen readers announce it. */
function Thanks({ onAgain }: { onAgain: () => void }) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <div
      ref={panel}
      tabIndex={-1}
      className="grid animate-rise grid-cols-1 justify-items-center gap-4 py-6 text-center outline-none!"
    >
      <span className="grid size-16 place-items-center rounded-full bg-green-surface text-green">
        <CircleCheck aria-hidden size={32} />
      </span>
      <h2 id="ecrivez-nous" className="text-xl font-bold">
        Merci pour votre message !
      </h2>
      <p className="text-ink-soft">Notre réponse arrivera à l'adresse email que vous avez indiquée.</p>
      <Button label="Envoyer un autre message" className="min-h-12" onClick={onAgain} />
    </div>
  );
}
