/** The part of JSON Schema that the contract's schemas use. */
export interface JsonSchema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema | boolean
  readonly default?: unknown
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly allOf?: readonly JsonSchema[]
  readonly propertyNames?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
}

/** One row of the page: a field's dotted name (`results[].user.id`), its type in words, and whether it is required. */
export interface Field {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
}

const FORMATS: Readonly<Record<string, string>> = {
  date: 'date, yyyy-MM-dd',
  'date-time': 'instant, ISO 8601 UTC',
  uuid: 'UUID',
  guid: 'UUID',
}

const isNull = (schema: JsonSchema) => schema.type === 'null'

function bounds(schema: JsonSchema): string {
  if (schema.maxLength !== undefined) return `, at most ${schema.maxLength} characters`
  if (schema.exclusiveMinimum === 0) return ', positive'
  return ''
}

/** The type of a value in words: `text or null`, `one of working, on_vacation`. */
export function typeInWords(schema: JsonSchema): string {
  const { type, anyOf } = schema
  const ifAbsent = schema.default === undefined || schema.default === '' ? '' : `; ${String(schema.default)} if absent`
  if (anyOf) {
    const words = anyOf.filter((one) => !isNull(one)).map(typeInWords)
    return [...words, ...(anyOf.some(isNull) ? ['null'] : [])].join(' or ') + ifAbsent
  }
  if (typeof type === 'object') return type.map((one) => typeInWords({ ...schema, type: one })).join(' or ')
  return plainType(schema, type ?? 'any value') + ifAbsent
}

function plainType(schema: JsonSchema, type: string): string {
  if (schema.enum) return `one of ${schema.enum.map(String).join(', ')}`
  if (schema.const !== undefined) return schema.const === '' ? 'empty' : String(schema.const)
  if (type === 'array') return `list of ${schema.items ? typeInWords(schema.items) : 'anything'}`
  if (type === 'string') return (FORMATS[schema.format ?? ''] ?? 'text') + bounds(schema)
  if (type === 'integer') return `whole number${bounds(schema)}`
  return type
}

const withFields = (schema: JsonSchema): JsonSchema =>
  schema.anyOf?.find((one) => one.properties ?? one.items) ?? schema

/** All fields of a schema, including nested ones, with their full names. */
export function fieldsOf(schema: JsonSchema, prefix = ''): Field[] {
  const { properties, items, required = [], additionalProperties } = withFields(schema)
  if (items) return fieldsOf(items, `${prefix}[]`)
  const dot = prefix === '' ? '' : '.'
  if (typeof additionalProperties === 'object' && !properties) {
    return [{ name: `${prefix}${dot}<name>`, type: typeInWords(additionalProperties), isRequired: false }]
  }
  return Object.entries(properties ?? {}).flatMap(([key, one]) => {
    const name = `${prefix}${dot}${key}`
    return [{ name, type: typeInWords(one), isRequired: required.includes(key) }, ...fieldsOf(one, name)]
  })
}
