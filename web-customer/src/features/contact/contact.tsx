import { useState } from 'react';
import { ContactForm } from './contact-form.tsx';
import { Thanks } from './thanks.tsx';

/** Writing to customer service, and what follows. */
export default function Contact() {
  const [isSent, setIsSent] = useState(false);
  return (
    <section aria-labelledby="ecrivez-nous" className="rounded-2xl bg-surface p-4 ring-1 ring-ink/5 sm:p-10">
      {isSent ? <Thanks onAgain={() => setIsSent(false)} /> : <ContactForm onSent={() => setIsSent(true)} />}
    </section>
  );
}
