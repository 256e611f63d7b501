export const sandboxText = 'People, accounts and numbers here are sample data from the built-in sandbox.';
