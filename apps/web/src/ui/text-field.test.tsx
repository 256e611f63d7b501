import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { TextArea } from './text-area.tsx';
import { TextField } from './text-field.tsx';

const family = '👨‍👩‍👧‍👦';

function Form() {
  const [name, setName] = useState('');
  const [comment, setComment] = useState('');
  return (
    <>
      <TextField label="Name" value={name} maxCharacters={3} onChange={({ target }) => setName(target.value)} />
      <TextArea label="Comment" value={comment} maxCharacters={3} onChange={({ target }) => setComment(target.value)} />
      <output>{`${name}|${comment}`}</output>
    </>
  );
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('accepts as many characters as people count', () => {
  render(<Form />);

  type('Name', `${family}${family}${family}d`);
  type('Comment', 'ab🎉d');

  expect(screen.getByRole('status').textContent).toBe(`${family}${family}${family}|ab🎉`);
  expect(screen.getByLabelText('Name')).toHaveProperty('value', family.repeat(3));
});
