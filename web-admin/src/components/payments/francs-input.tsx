import { TextInput, type TextInputProps } from 'react-admin';

/** An amount as people write it; the schema of the form reads it. */
export const FrancsInput = (props: TextInputProps) => (
  <TextInput {...props} slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off' } }} />
);
