import type { User } from '@fasocolis/contracts/user';
import { toast } from '@fasocolis/web-kit/toast-store';
import { NarrowPage } from '../../shared/page.tsx';
import { WhatsappCode } from '../../shared/whatsapp-code.tsx';

interface Props {
  /** The message that brings the code. */
  text: string;
  onSignedIn: (user: User) => void;
  onSecondStep: () => void;
  onOver: () => void;
}

export default function WhatsappSignIn({ text, onSignedIn, onSecondStep, onOver }: Props) {
  return (
    <NarrowPage title="Connexion par WhatsApp" intro="Votre numéro WhatsApp suffit, sans mot de passe.">
      <WhatsappCode
        text={text}
        submit="Se connecter"
        onDone={(user) => {
          toast({ title: 'Connexion réussie' });
          onSignedIn(user);
        }}
        onSecondStep={onSecondStep}
        onOver={onOver}
      />
      <button type="button" className="text-link mt-3 w-full px-3" onClick={onOver}>
        Revenir à la connexion
      </button>
    </NarrowPage>
  );
}
