/** Meta translates error texts into the person's language unless the call has `locale=en_US`. */
const portuguese: [RegExp, string][] = [
  [
    /Not enough viewers for the media to show insights/,
    'Não há visualizadores suficientes para mostrar os insights da mídia',
  ],
  [/Application does not have permission for this action/, 'O aplicativo não tem permissão para esta ação'],
  [/An unknown error has occurred\./, 'Ocorreu um erro desconhecido.'],
  [
    /An unexpected error has occurred\. Please retry your request later\./,
    'Ocorreu um erro inesperado. Tente novamente mais tarde.',
  ],
  [
    /Please reduce the amount of data you're asking for, then retry your request/,
    'Reduza a quantidade de dados que você está solicitando e tente novamente',
  ],
  [
    /The Media Insights API does not support the (.+) metric for this media product type\./,
    'A API de Insights de Mídia não é compatível com a métrica $1 para este tipo de produto de mídia.',
  ],
  [
    /There cannot be more than 30 days \(2592000 s\) between since and until/,
    'Não pode haver mais de 30 dias (2592000 s) entre since e until',
  ],
  [/Incompatible breakdowns \((.+)\) for metric \((.+)\)/, 'Detalhamentos incompatíveis ($1) para a métrica ($2)'],
  [/Media posted before business account conversion/, 'Mídia publicada antes da conversão para conta comercial'],
  [/Invalid parameter/, 'Parâmetro inválido'],
];

export function toPortuguese(text: string): string {
  return portuguese.reduce((translated, [pattern, replacement]) => translated.replace(pattern, replacement), text);
}
